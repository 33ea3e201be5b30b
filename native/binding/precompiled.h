// What most sources of the addon include, as native/precompiled.h for those of the engine.
#pragma once

#include <napi.h>

#include "precompiled.h"
