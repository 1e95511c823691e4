import { PageHeader } from '#client/ui/page-header.tsx'

/** The author's dashboard: /author */
export function AuthorScreen() {
  return <PageHeader title="Author dashboard" />
}
