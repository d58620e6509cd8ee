#!/bin/sh
# Runs tests that are written in Python: pytest.sh CIRCLE MODULE PYTHON ARGUMENTS OF PYTEST. They need MODULE, which ./run test CIRCLE builds.
# SIMBODYDEM_PYTHON names another Python.
circle=$1 module=$2 python=${SIMBODYDEM_PYTHON:-$3}
shift 3
if [ ! -x "$python" ]; then
    echo "skipped: there is no $python; ./run test $circle makes it"
    exit 0
fi
if ! "$python" -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)' "$module"; then
    echo "skipped: there is no $module in $python; ./run test $circle builds it"
    exit 0
fi
exec "$python" -m pytest --quiet -p no:cacheprovider "$@"
