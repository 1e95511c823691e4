import { Fragment } from 'react'
import { type Command, useCommandsNow } from '#client/parts/commands/commands.ts'
import { useSingleKeys } from '#client/parts/commands/single-keys.ts'
import { SingleKeysSwitch } from '#client/parts/commands/single-keys-switch.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { keysInWords } from './keys-in-words.ts'
import styles from './keys-sheet.module.css'
import { words } from './words.ts'

/** All keys that do something on the open page, and the switch that turns single ones off. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const commands = useCommandsNow().filter(({ keys }) => keys !== undefined)
  const on = useSingleKeys()
  const groups = [...new Set(commands.map(({ group }) => group))]
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.keys.title}
      actions={<DialogClose>{words.keys.close}</DialogClose>}
    >
      <p>{on ? words.keys.intro : words.keys.off}</p>
      <SingleKeysSwitch />
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl className={styles.keys}>
              {commands
                .filter((one) => one.group === group)
                .map((one) => (
                  <Line key={one.keys} command={one} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Line({ command: { keys = '', label } }: { command: Command }) {
  return (
    <div>
      <dt>
        {keysInWords(keys).map((pressed, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: keys keep their places
          <Fragment key={place}>
            {place > 0 && <span> {words.keys.afterThat} </span>}
            <kbd>{pressed}</kbd>
          </Fragment>
        ))}
      </dt>
      <dd>{label}</dd>
    </div>
  )
}
