import { Link } from '#client/navigation/link.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { instructions as words } from './instructions.ts'

/** The static guide for authors (portal.md §2 "Author instructions"). */
export function InstructionsScreen() {
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} back={<Link to="/author">{words.back}</Link>} />
      {words.parts.map((part) => (
        <section key={part.title}>
          <h2>{part.title}</h2>
          <ol>
            {part.steps.map((step) => (
              <li key={step.name}>
                <strong>{step.name}.</strong> {step.text}
              </li>
            ))}
          </ol>
        </section>
      ))}
      <h2>{words.rulesTitle}</h2>
      <ul>
        {words.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </>
  )
}
