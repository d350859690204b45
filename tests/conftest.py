"""Settings of all tests: speed is measured in bench/, so no property test has a deadline."""

from hypothesis import settings

settings.register_profile("ours", deadline=None)
settings.load_profile("ours")
