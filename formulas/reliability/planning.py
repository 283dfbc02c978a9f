"""Planning: general laws applied to the quantities that a plan starts from."""

from ..symbols.failures import MTBF_gpu, MTBF_node, T_repair, T_wall
from ..symbols.parallelism import N_gpu, N_node
from ..symbols.snapshots import f_waste_min
from ..symbols.time import T_train
from .failures import (
    availability,
    failure_probability,
    observed_mtbf,
    system_failure_rate,
    system_mtbf_of_equal_parts,
)
from .snapshots import goodput_from_waste

# A cluster fails as often as its nodes, or its GPUs, do together.
mtbf_of_nodes = system_mtbf_of_equal_parts.with_(
    MTBF_one=MTBF_node, n_part=N_node, holds_for={"failing_parts": "nodes"}
)
mtbf_of_gpus = system_mtbf_of_equal_parts.with_(
    MTBF_one=MTBF_gpu, n_part=N_gpu, holds_for={"failing_parts": "gpus"}
)
failure_rate_of_nodes = system_failure_rate.with_(
    N_gpu=0, n_switch=0, holds_for={"failing_parts": "nodes"}
)

# A node is away from its failure until it is repaired, whatever the run does meanwhile.
availability_of_a_node = availability.with_(MTBF=MTBF_node, T_restart=T_repair)

# How often a run is interrupted, all its time counted.
failures_of_a_run = observed_mtbf.with_(T_span=T_wall)

# What is left of the time where snapshots are written as often as is best.
best_goodput = goodput_from_waste.with_(
    f_waste=f_waste_min, holds_for={"snapshot_interval": "best"}
)

# Whether a whole run comes through without a failure.
failure_during_training = failure_probability.with_(T_span=T_train)
