/** From a record to the page of its person. */
import { Link } from 'react-router'
import { isPersonType } from '#domain/admin/persons.ts'
import { personPath } from '#site/member-paths.ts'

export function PersonLink({ table, id }: { table: string; id: string }) {
  if (!isPersonType(table)) return null
  return (
    <p>
      <Link to={personPath(table, id)} className="inline-block py-1">
        Everything of this person
      </Link>
    </p>
  )
}
