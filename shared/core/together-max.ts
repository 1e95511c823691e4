/** As many reads go with one request at most (`GET /api/reads`): what is asked for at the same moment. */
export const TOGETHER_MAX = 12
