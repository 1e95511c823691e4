import { call } from '#client/api/call.ts'
import { saveAs } from '#client/parts/exporting/save-as.ts'
import { words as common } from '#client/parts/exporting/words.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { myData } from '#shared/people/account-contract.ts'
import { words } from './words.ts'

/** Everything the portal holds about oneself, as a file (decisions.md §4). */
export function DataSection() {
  const deed = useDeed({
    run: () => call(myData),
    fallback: words.changeFailed,
    done: () => common.begun,
    after: ({ downloadUrl }) => saveAs(downloadUrl),
  })
  return (
    <Panel title={words.myData}>
      <p>{words.myDataText}</p>
      <Button look="secondary" busy={deed.busy} onClick={() => deed.start(undefined)}>
        {words.downloadData}
      </Button>
    </Panel>
  )
}
