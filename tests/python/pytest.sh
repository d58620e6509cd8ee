#!/bin/sh
# Runs tests that are written in Python: pytest.sh PYTHON ARGUMENTS OF PYTEST. SIMBODYDEM_PYTHON names another Python.
python=${SIMBODYDEM_PYTHON:-$1}
shift
if [ ! -x "$python" ]; then
    echo "skipped: there is no $python; ./run test python makes it"
    exit 0
fi
if ! "$python" -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("simbodydem") is None)'; then
    echo "skipped: there is no simbodydem in $python; ./run test python builds it"
    exit 0
fi
exec "$python" -m pytest --quiet -p no:cacheprovider "$@"
