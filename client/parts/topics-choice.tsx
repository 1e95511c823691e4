import { useConfig } from '#client/api/config.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import styles from './topics-choice.module.css'
import { words } from './words.ts'

interface Props {
  /** Those that were there before: also what the conference's settings have lost since can be kept. */
  kept: readonly string[]
  chosen: readonly string[]
  onChosen: (topics: string[]) => void
  /** Says what the group is where a heading of the same name stands above. */
  label?: string
}

/** The topics there are to choose from: the conference's, and those that somebody has already. */
export function useTopics(kept: readonly string[]): string[] {
  return [...new Set([...(useConfig()?.topics ?? []), ...kept])]
}

/** Topics to choose from; nothing at all where there are none. */
export function TopicsChoice({ kept, chosen, onChosen, label = words.topics }: Props) {
  const all = useTopics(kept)
  if (all.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.topics}>
        {all.map((topic) => (
          <Checkbox
            key={topic}
            id={`topic-${topic}`}
            name="topics"
            label={topic}
            checked={chosen.includes(topic)}
            onChecked={(isChosen) =>
              onChosen(all.filter((each) => (each === topic ? isChosen : chosen.includes(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
