import { useConfig } from '#client/api/config.ts'
import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { inBothZones } from './time-left.ts'
import { words } from './words.ts'

/** A deadline with its zone, in the reader's own and in the conference's. */
export function Deadline({ at }: { at: Timestamp }) {
  const date = fromTimestamp(at)
  const { here, there } = inBothZones(date, useConfig()?.timeZone)
  return (
    <time dateTime={date.toISOString()}>
      {there === undefined
        ? words.inZone(here.text, here.zone)
        : words.inTwoZones(here.text, here.zone, there.text, there.zone)}
    </time>
  )
}
