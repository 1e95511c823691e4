import { CopyButton } from '#client/ui/copy-button.tsx'
import { Fact, Facts } from '#client/ui/facts.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { readEmail } from '#shared/mail/contract.ts'
import styles from './admin-mail.module.css'
import { words } from './words.ts'

/** What stands above a mail's text, by which it is found in the mail server's log. */
export function MailHeaders({ headers }: Pick<AnswerOf<typeof readEmail>, 'headers'>) {
  return (
    <>
      <p className={styles.quiet}>{headers.tried ? words.headersTried : words.headersToCome}</p>
      <Facts>
        {headers.lines.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
            {name === 'Message-ID' && (
              <>
                {' '}
                <CopyButton text={value} label={words.copy} />
              </>
            )}
          </Fact>
        ))}
      </Facts>
    </>
  )
}
