import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '#client/api/pages-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { loadAhead, loadable } from '#client/navigation/loadable.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { useWhenIdle } from '#client/navigation/when-idle.ts'
import { DeskList, deskQuery } from '#client/parts/desk-list.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { ExportButton } from '#client/parts/exporting/export-button.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Loaded } from '#client/ui/loaded.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Person } from '#shared/people/desk-contract.ts'
import { listUsers } from './calls.ts'
import { PersonPills } from './person-pills.tsx'
import { words } from './words.ts'

/** Loaded when they are opened: the list needs none of it. */
const personView = loadable(() => import('./person-view.tsx'), 'PersonView')
const importView = loadable(() => import('./import-view.tsx'), 'ImportView')

const ahead = [() => loadAhead(personView)]
const meanwhile = <Skeleton lines={8} />

/** The orders that the list has, its own first. */
const sorts = ['newest', 'name', 'status'] as const

/** People: everybody with an account, one of them, or a list of new ones. */
export function AdminPeopleScreen() {
  useWhenIdle(ahead)
  const { view, personId } = useSearch('/admin/people')
  if (view === 'import') return <Loaded of={importView} props={{}} meanwhile={meanwhile} />
  if (view === 'person' && personId !== undefined)
    return <Loaded of={personView} props={{ personId }} meanwhile={meanwhile} key={personId} />
  return <PeopleList />
}

/** Everybody with an account, with role, staff and whether they may log in; what they are is changed on their own page. */
function PeopleList() {
  const search = deskQuery(useSearch('/admin/people'), sorts, words.filters)
  const list = useInfiniteQuery(pagesOf(listUsers, search))
  return (
    <DeskList
      words={words}
      sorts={sorts}
      tools={
        <>
          <Link className={buttonClass('secondary')} to="/admin/people" search={{ view: 'import' }}>
            {words.import}
          </Link>
          <ExportButton tables={['people']} filter={search} />
        </>
      }
      search={search}
      onSearch={(next) => navigate({ to: '/admin/people', search: next })}
      query={list}
      render={(person) => <PersonEntry key={person.id} person={person} />}
    />
  )
}

function PersonEntry({ person }: { person: Person }) {
  const extended = Object.keys(person.extensions).length
  return (
    <Entry
      name={
        <Link to="/admin/people" search={{ view: 'person', personId: person.id }}>
          {person.name}
        </Link>
      }
      facts={[
        person.email,
        person.organization,
        person.roles.includes('staff') && words.staff,
        extended > 0 && words.extended(extended),
      ]}
      side={<PersonPills person={person} />}
    />
  )
}
