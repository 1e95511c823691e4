/** Words that say nothing of a subject: English grammar, numbers, and what every abstract says of itself. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between both
  but by can could did do does doing down during each few for from further had has have having he her here hers him
  his how i if in into is it its itself just may me might more most must my no nor not now of off on once only or
  other our ours out over own same shall she should so some such than that the their theirs them then there these
  they this those through to too under until up very was we were what when where which while who whom why will with
  would you your yours approach based method new paper propose proposed results show use used using via
  one two three four five six seven eight nine ten first second third both several many much few each every another
  however thus hence therefore moreover furthermore further finally including within without among across well
  report reports reported`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
