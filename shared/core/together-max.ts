/** As many reads go with one request at most (`GET /api/reads`): the first data of a screen and of its frame. */
export const TOGETHER_MAX = 12
