/** Told now and then how far a work is: steps done, of how many. */
export type Progress = (done: number, of: number) => void
