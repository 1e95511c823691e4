/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events --
   A list box beside a text field has no elements of its own, and its keys are the field's (APG, Combobox). */
import { type KeyboardEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '#client/ui/dialog.tsx'
import controls from '#client/ui/field.module.css'
import type { CurrentUser } from '#shared/people/contract.ts'
import { keysInWords } from '../keys-in-words.ts'
import { type Option, useOptions } from './options.ts'
import styles from './palette.module.css'
import { words } from './words.ts'

/**
 * All that the person can go to or do, found by typing (WAI-ARIA APG, Combobox with a list box): the arrows choose,
 * Enter does it.
 */
export function Palette({ me, onClose }: { me: CurrentUser; onClose: () => void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { groups, isLooking, hasFailed } = useOptions(me, typed)
  const all = groups.flatMap(({ options }) => options)
  const active = all[Math.min(chosen, all.length - 1)]
  const idOf = (place: number) => `${id}-${place}`

  const run = (option: Option | undefined) => {
    if (option === undefined) return
    // Closing gives the focus back; what is done then may take it.
    flushSync(onClose)
    option.run()
  }
  const choose = (place: number) => {
    setChosen(place)
    document.getElementById(idOf(place))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || all.length === 0) return
    const at = active === undefined ? 0 : all.indexOf(active)
    if (event.key === 'ArrowDown') choose((at + 1) % all.length)
    else if (event.key === 'ArrowUp') choose((at + all.length - 1) % all.length)
    else if (event.key === 'Enter') run(active)
    else return
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <div className={styles.palette}>
        <input
          className={controls.control}
          role="combobox"
          aria-label={words.label}
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(all.indexOf(active))}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <output className={styles.said}>{isLooking ? words.looking : words.count(all.length)}</output>
        {hasFailed && <p className={styles.note}>{words.failed}</p>}
        {all.length === 0 && !isLooking && <p className={styles.note}>{words.nothing}</p>}
        <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={words.title}>
          {groups.map(({ group, options }, place) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
            <div key={group} role="group" aria-labelledby={`${id}-group-${place}`}>
              <div className={styles.group} id={`${id}-group-${place}`} role="presentation">
                {group}
              </div>
              {options.map((option) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's
                <div
                  key={option.id}
                  className={styles.option}
                  id={idOf(all.indexOf(option))}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option === active}
                  onClick={() => run(option)}
                >
                  <span>{option.label}</span>
                  {option.about && <small>{option.about}</small>}
                  {option.keys && <kbd>{keysInWords(option.keys).join(' ')}</kbd>}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
