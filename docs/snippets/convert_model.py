from simbodydem_convert import Options, convert, write

report = convert("old.osim", Options(merge={"foot_r": ["heel_r", "front_r"]}, match_load=300.0))
print(report)
write(report, "new.osim")
