// The graphs page of the multi-body lab.
#include "app/labs/multi_body/multi_body.hpp"

namespace boxwood {

void MultiBodyLab::show_graphs(ViewContext&) {
    graphs_.draw();
}

} // namespace boxwood
