// What: what the multi-body lab finds out about a frame beyond the results of its collision step.
#pragma once

#include "app/labs/contact_view.hpp"
#include "app/labs/multi_body/findings/continuous_steps.hpp"
#include "app/labs/multi_body/findings/frame_oracle.hpp"
#include "app/labs/multi_body/findings/surface_distances.hpp"
#include "app/labs/multi_body/findings/swap_history.hpp"

namespace boxwood {

struct FrameFindings {
    ContactView contacts;
    SurfaceDistances distances;
    CompoundResult own_parts; // self-collision of the selected body's convex parts
    ContinuousSteps continuous;
    SwapHistory swaps; // while their page is open
    FrameOracle oracle;
};

} // namespace boxwood
