#!/bin/sh
# Runs tests that are written in Python: pytest.sh PYTHON ARGUMENTS OF PYTEST. SIMBODYDEM_PYTHON names another Python.
python=${SIMBODYDEM_PYTHON:-$1}
shift
if [ ! -x "$python" ]; then
    echo "skipped: there is no $python; ./run test opensim makes it"
    exit 0
fi
exec "$python" -m pytest --quiet -p no:cacheprovider "$@"
