/** What a conference is called until somebody names it. */
export const defaultConferenceName = 'Engineering Conference 2026'
