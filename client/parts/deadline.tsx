import { useConfig } from '#client/api/config.ts'
import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import styles from './deadline.module.css'
import { inBothZones } from './time-left.ts'
import { words } from './words.ts'

/** A deadline with its zone, in the reader's own and in the conference's; each in one piece where a line holds it. */
export function Deadline({ at }: { at: Timestamp }) {
  const date = fromTimestamp(at)
  const { here, there } = inBothZones(date, useConfig()?.timeZone)
  return (
    <time className={styles.moments} dateTime={date.toISOString()}>
      {there === undefined ? (
        <span>{words.inZone(here.text, here.zone)}</span>
      ) : (
        <>
          <span>{words.inYourZone(here.text, here.zone)}</span>
          <span>
            <i> · </i>
            {words.inZone(there.text, there.zone)}
          </span>
        </>
      )}
    </time>
  )
}
