"""The runs of these tests are real, and leave nothing."""

from tests.container_bench import bench, fastapi_image

__all__ = ["bench", "fastapi_image"]
