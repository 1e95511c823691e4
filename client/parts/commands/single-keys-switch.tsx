import { useId } from 'react'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { turnSingleKeys, useSingleKeys } from './single-keys.ts'
import { words } from './words.ts'

/** Turns single keys on and off: who speaks to their computer, or rests a hand on it, sets them off by accident. */
export function SingleKeysSwitch() {
  return (
    <Checkbox
      id={useId()}
      name="singleKeys"
      label={words.singleKeys}
      checked={useSingleKeys()}
      onChecked={turnSingleKeys}
    />
  )
}
