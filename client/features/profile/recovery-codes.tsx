import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import styles from './profile.module.css'
import { factorWords as words } from './second-factor-words.ts'

/** The recovery codes, this once: only its button closes it. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Dialog
      open
      stays
      onClose={() => undefined}
      title={words.codes}
      actions={<Button onClick={onKept}>{words.done}</Button>}
    >
      <p>{words.codesText}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>
        <CopyButton text={codes.join('\n')} label={words.copyCodes} />
      </p>
    </Dialog>
  )
}
