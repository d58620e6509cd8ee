"""The extra [calibrate]."""


def require_scipy(module: str) -> None:
    """Raises ImportError that names the extra, unless SciPy is installed."""
    try:
        import scipy  # type: ignore[import-untyped, unused-ignore]  # noqa: F401
    except ImportError as e:
        raise ImportError(f"{module} needs SciPy; install it with pip install 'simbodydem[calibrate]'") from e
