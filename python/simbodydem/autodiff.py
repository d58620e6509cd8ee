"""Runs as differentiable functions of PyTorch and JAX.

A function of two arrays makes the linearization of a run:

    def lift(p, u):
        return sd.linearize_run(model, observe, times, parameters=p, controls=u, control=push)

    outputs = sd.autodiff.torch_function(lift)(p, u)  # a tensor, intervals x outputs
    ((outputs[-1] - goal) ** 2).sum().backward()      # p.grad and u.grad

PyTorch and JAX are imported by the functions that need them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .poses import Numbers
from .sensitivity import RunLinearization
from .warning import SimbodyDEMWarning

LinearizedRun = Callable[[Numbers, Numbers], RunLinearization]


def _linearize(run: LinearizedRun, parameters: Numbers, controls: Numbers) -> RunLinearization:
    """Calls the function of the user, and warns of what may have no derivative."""
    made = run(np.array(parameters, dtype=np.float64), np.array(controls, dtype=np.float64))
    if not isinstance(made, RunLinearization):
        raise TypeError(f"the run returned a {type(made).__name__}; it must return what linearize_run() returns")
    if made.doubts:
        more = f"; and {len(made.doubts) - 2} more doubts" if len(made.doubts) > 2 else ""
        warnings.warn(f"the gradient may not hold: {'; '.join(made.doubts[:2])}{more}", SimbodyDEMWarning, stacklevel=4)
    return made


def torch_function(run: LinearizedRun) -> Callable[[Any, Any], Any]:
    """Returns a function of PyTorch that takes tensors of the parameters and of the controls, intervals x controls, and returns the outputs, intervals
    x outputs. Its backward pass is RunLinearization.vjp(). It computes with 64 bits and returns gradients of the type of its arguments. It has first
    derivatives only.

    Needs PyTorch: pip install torch.
    """
    try:
        import torch
        from torch.autograd.function import once_differentiable
    except ImportError as e:
        raise ImportError("torch_function() needs PyTorch; install it with pip install torch") from e

    class Run(torch.autograd.Function):  # type: ignore[misc, unused-ignore]
        @staticmethod
        def forward(ctx: Any, parameters: Any, controls: Any) -> Any:
            made = _linearize(run, parameters.detach().cpu().numpy(), controls.detach().cpu().numpy())
            ctx.made, ctx.kinds = made, (parameters, controls)
            return torch.from_numpy(np.array(made.outputs)).to(parameters.device)

        @staticmethod
        @once_differentiable  # type: ignore[untyped-decorator, unused-ignore]
        def backward(ctx: Any, weights: Any) -> Any:
            gradient = ctx.made.vjp(weights.detach().cpu().numpy())
            return tuple(
                torch.from_numpy(np.array(part)).to(given).reshape(given.shape)
                for part, given in zip((gradient.parameters, gradient.controls), ctx.kinds)
            )

    return lambda parameters, controls: Run.apply(parameters, controls)


def jax_function(run: LinearizedRun, num_outputs: int) -> Callable[[Any, Any], Any]:
    """Returns a function of JAX that takes arrays of the parameters and of the controls, intervals x controls, and returns the outputs, intervals x
    num_outputs. It has forward and backward first derivatives, and runs within jax.jit() and jax.vmap(). The run is a callback on the host. Set
    jax_enable_x64, otherwise JAX rounds to 32 bits.

    Needs JAX: pip install jax.
    """
    try:
        import jax
    except ImportError as e:
        raise ImportError("jax_function() needs JAX; install it with pip install jax") from e
    jnp = jax.numpy

    def shape_of(controls: Any, *columns: int) -> Any:
        return jax.ShapeDtypeStruct((controls.shape[0], num_outputs, *columns), jnp.result_type(float))

    def check(made: RunLinearization, wanted: tuple[int, int]) -> Numbers:
        if made.outputs.shape != wanted:
            raise ValueError(f"num_outputs = {num_outputs}; the run has outputs of the shape {made.outputs.shape}")
        return made.outputs

    def host(parameters: Any, controls: Any) -> Numbers:
        made = _linearize(run, np.asarray(parameters), np.asarray(controls))
        return check(made, (len(controls), num_outputs)).astype(jnp.result_type(float))

    def host_with_jacobian(parameters: Any, controls: Any) -> tuple[Numbers, Numbers]:
        made = _linearize(run, np.asarray(parameters), np.asarray(controls))
        outputs = check(made, (len(controls), num_outputs))
        jacobian = made.jacobian().reshape(*outputs.shape, -1)
        return outputs.astype(jnp.result_type(float)), jacobian.astype(jnp.result_type(float))

    @jax.custom_jvp  # type: ignore[untyped-decorator, unused-ignore]
    def outputs_of(parameters: Any, controls: Any) -> Any:
        return jax.pure_callback(host, shape_of(controls), parameters, controls, vmap_method="sequential")

    @outputs_of.defjvp  # type: ignore[untyped-decorator, unused-ignore]
    def derive(primals: Any, tangents: Any) -> Any:
        parameters, controls = primals
        columns = parameters.size + controls.size
        shapes = (shape_of(controls), shape_of(controls, columns))
        outputs, jacobian = jax.pure_callback(host_with_jacobian, shapes, parameters, controls, vmap_method="sequential")
        change = jnp.concatenate([tangents[0].ravel(), tangents[1].ravel()])
        return outputs, jacobian @ change

    return lambda parameters, controls: outputs_of(jnp.asarray(parameters), jnp.asarray(controls))
