# SPDX-License-Identifier: Apache-2.0
"""Reads the files of a GrainSeries with VTK and prints their arrays: pip install vtk, then python3 read_with_vtk.py STEM_00000.vtp..."""

import sys

from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

for path in sys.argv[1:]:
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    poly = reader.GetOutput()
    print(f"{path}: {poly.GetNumberOfPoints()} points")
    if poly.GetNumberOfPoints() == 0 or reader.GetErrorCode() != 0:
        sys.exit(f"{path} cannot be read")
    arrays = poly.GetPointData()
    for k in range(arrays.GetNumberOfArrays()):
        values = vtk_to_numpy(arrays.GetArray(k))
        print(f"  {arrays.GetArrayName(k)}: {values.shape}, {values.dtype}, {values.min():.6g} to {values.max():.6g}")
