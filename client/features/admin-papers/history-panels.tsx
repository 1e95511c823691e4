import { Entries, Entry } from '#client/parts/entry.tsx'
import { happened } from '#client/parts/happened.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { sizeText } from '#client/ui/size-text.ts'
import { TimeText } from '#client/ui/time-text.tsx'
import { Timeline } from '#client/ui/timeline.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { words } from './paper-words.ts'

type Overview = AnswerOf<typeof paperDeskOverview>

/** Every version of the paper's file, the newest first, to be downloaded. */
export function VersionsPanel({ versions }: { versions: Overview['versions'] }) {
  return (
    <Panel title={words.versions}>
      <Entries>
        {versions.toReversed().map((one) => (
          <Entry
            key={one.number}
            name={one.fileName}
            facts={[words.version(one.number), sizeText(one.size), <TimeText key="at" at={one.createdAt} />]}
            side={
              <a
                className={buttonClass('quiet', true)}
                href={one.downloadUrl}
                aria-label={`${words.download}: ${one.fileName}, ${words.version(one.number)}`}
              >
                {words.download}
              </a>
            }
          />
        ))}
      </Entries>
    </Panel>
  )
}

/** What happened to the submission, with the words that were said about it. */
export function HistoryPanel({ timeline }: { timeline: Overview['timeline'] }) {
  return (
    <Panel title={words.history}>
      <Timeline label={words.history} steps={happened(timeline)} />
    </Panel>
  )
}
