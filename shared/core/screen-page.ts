/** How many entries of a list the portal's own screens ask for at a time: more than a screen shows, and read in a moment. */
export const SCREEN_PAGE = 100
