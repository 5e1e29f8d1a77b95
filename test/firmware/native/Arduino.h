// What the firmware's pure parts need of Arduino, to compile them for this machine.
#pragma once
#include <cstdint>
#include <cstdlib>
