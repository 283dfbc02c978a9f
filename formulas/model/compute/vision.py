"""Vision and diffusion transformers: patches, and the compute of one image."""

from sympy import Eq

from derive.records import Case, divides, formula

from ...sources import DIT, DIT_CODE, TORCHVISION, VIT
from ...symbols.compute import flops_per_mac
from ...symbols.model import L, d_ffn, h
from ...symbols.vision import (
    C_img,
    attention_products,
    image_channels,
    image_squares,
    modulation_squares,
    n_mac,
    n_patch,
    x_image,
    x_patch,
)

PLAIN = "norms, softmax, activation functions, biases"
CODE = TORCHVISION.at("torchvision/models/vision_transformer.py", opened=True)


@formula(
    source=(VIT.at("section 3.1", opened=True), CODE),
    status="definition",
    holds_when=lambda: [divides(x_patch, x_image)],
    leaves_out="the class token, patches that overlap",
    also_called=("patch tokens", "image tokens", "ViT sequence length"),
)
def image_patches():
    """Patches of an image in a vision transformer (ViT, DiT).

    196 for 224 pixels in patches of 16; ViT adds one class token.
    """
    return Eq(n_patch, (x_image / x_patch) ** 2)


@formula(
    source=(VIT.at("section 3.1 and table 1", opened=True), CODE),
    holds_when=lambda: [Eq(d_ffn, 4 * h)],
    leaves_out=f"the classifier, {PLAIN}",
    also_called=("ViT FLOPs", "vision transformer FLOPs", "ViT GFLOPs", "ViT MACs", "DeiT FLOPs"),
)
def vit_multiply_adds():
    """ViT compute of one image, in multiply-adds.

    Papers print them as GFLOPs. 12h^2 per layer and token, the attention scores, and
    the patch embedding. A feed-forward network of four times the hidden size is
    assumed; one class token is added.
    """
    return Eq(
        n_mac,
        L * image_squares * (n_patch + 1) * h**2
        + L * attention_products * (n_patch + 1) ** 2 * h
        + image_channels * n_patch * x_patch**2 * h,
    )


@formula(
    source=(
        DIT.at("section 3.2, adaLN-Zero block", opened=True),
        DIT.at("table 4"),
        DIT_CODE.at("models.py, DiTBlock", opened=True),
    ),
    holds_when=lambda: [Eq(d_ffn, 4 * h)],
    leaves_out=f"embeddings of patch, time step and class, the last linear layer, {PLAIN}",
    also_called=("DiT FLOPs", "DiT GFLOPs", "diffusion transformer FLOPs", "DiT MACs"),
)
def dit_multiply_adds():
    """DiT compute of one image and denoising step, in multiply-adds.

    Papers print them as GFLOPs. A transformer over the patches of the latent, and
    the matrices that modulate each layer once per image (adaLN-Zero).
    """
    return Eq(
        n_mac,
        L
        * (
            image_squares * n_patch * h**2
            + attention_products * n_patch**2 * h
            + modulation_squares * h**2
        ),
    )


@formula(
    source=(
        TORCHVISION.at("torchvision/models/vision_transformer.py, _ops", opened=True),
        DIT.at("table 4"),
    ),
    status="definition",
    also_called=("MACs to FLOPs", "GMACs", "multiply-accumulates"),
)
def image_flops():
    """FLOPs from multiply-adds (MACs): twice as many.

    Vision papers and libraries print multiply-adds as FLOPs; papers on language
    models count two FLOPs for each.
    """
    return Eq(C_img, flops_per_mac * n_mac)


# Name, layers, hidden size, patches, side of a patch, printed GFLOPs.
VITS = (
    ("ViT-L/16 at 224", 24, 1024, 196, 16, "61.6"),
    ("ViT-L/16 at 512", 24, 1024, 1024, 16, "362.0"),
    ("ViT-H/14 at 224", 32, 1280, 256, 14, "167.3"),
    ("ViT-H/14 at 518", 32, 1280, 1369, 14, "1016.7"),
)
# Name, layers, hidden size, patches, printed GFLOPs, place.
DITS = (
    ("DiT-XL/2 at 256", 28, 1152, 256, "119", DIT_CODE.at("README, models", opened=True)),
    ("DiT-XL/2 at 512", 28, 1152, 1024, "525", DIT_CODE.at("README, models", opened=True)),
    ("DiT-L/2 at 256", 24, 1024, 256, "80.7", DIT.at("table 4")),
    ("DiT-B/2 at 256", 12, 768, 256, "23.0", DIT.at("table 4")),
)
published = [
    *(
        Case(
            vit_multiply_adds,
            {L: layers, h: width, n_patch: patches, x_patch: side},
            gives=f"{printed}e9",
            source=CODE,
            note=name,
        )
        for name, layers, width, patches, side, printed in VITS
    ),
    *(
        Case(
            dit_multiply_adds,
            {L: layers, h: width, n_patch: patches},
            gives=f"{printed}e9",
            within="0.2 %" if layers * patches > 20000 else "",
            source=place,
            note=name,
        )
        for name, layers, width, patches, printed, place in DITS
    ),
    Case(
        image_patches,
        {x_image: 224, x_patch: 16},
        gives="196",
        source=VIT.at("section 4.1, model variants", opened=True),
    ),
]
