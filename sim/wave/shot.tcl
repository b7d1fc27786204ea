# SPDX-License-Identifier: Apache-2.0
# Headless check of the view: zoom to the first 700 cycles of the kernel, write the window as a picture.
gtkwave::/Edit/Set_Trace_Max_Hier 1
gtkwave::setZoomRangeTimes 12700 14100
gtkwave::/File/Grab_To_File core.png
gtkwave::/File/Quit
