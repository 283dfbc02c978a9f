"""The subjects by area, in the order in which the site shows them."""

from derive.records import Area

AREAS = (
    Area(
        "Memory of one GPU",
        (
            "memory",
            "training_memory",
            "states",
            "zero",
            "zero_splits",
            "first_stage",
            "estimators",
            "activations",
        ),
    ),
    Area(
        "Model and operations",
        (
            "parameters",
            "compute",
            "experts",
            "attention_scale",
            "latent_attention",
            "adaptation",
            "precision",
        ),
    ),
    Area(
        "Parallelism",
        (
            "layout",
            "data_parallel",
            "tensor_parallel",
            "shards",
            "pipeline",
            "context_parallel",
            "expert_parallel",
        ),
    ),
    Area(
        "Communication",
        ("collectives", "zero_traffic", "topology", "overlap", "feeding"),
    ),
    Area(
        "Speed",
        ("utilization", "roofline", "speedup"),
    ),
    Area(
        "Scaling and data",
        ("scaling", "power_laws", "allocation", "overtraining", "training_data"),
    ),
    Area(
        "Optimization and batch size",
        (
            "optimization",
            "schedules",
            "critical_batch",
            "gradient_noise",
            "means",
            "federated",
        ),
    ),
    Area(
        "Running and its cost",
        ("failures", "snapshots", "snapshot_writing", "cost"),
    ),
    Area(
        "Serving",
        ("decoding", "kv_cache", "cache_pool", "speculative", "queues"),
    ),
)
