/** Figures that pages claim: the same claim with two values is a contradiction, and each should say where it comes from. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { findClaimConflicts } from '#domain/company/content.ts'
import { formatDate } from '#domain/dates.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { paths } from '#site/paths.ts'
import { Notice, Panel } from '#site/ui/panel.tsx'

async function listClaims() {
  const { data, error } = await (await getSupabase())
    .from('impact_figures')
    .select('id,page,value,label,source,as_of')
    .order('page')
    .order('position')
  if (error) throw error
  return data
}

export function ImpactWarning() {
  const { can } = usePermissions()
  const query = useQuery({ queryKey: ['impact_figures'], queryFn: listClaims })
  return (
    <Panel title="Figures on the pages">
      <QueryState query={query} errorText="The figures could not be loaded.">
        {(claims) => (
          <div className="grid gap-4">
            {findClaimConflicts(claims).map(({ subject, claims: group }) => (
              <Notice key={subject} kind="warn">
                <p>
                  <strong>These claims about {subject} differ:</strong>{' '}
                  {group.map(({ page, value, label }) => `${value} ${label} (${page})`).join('; ')}
                </p>
              </Notice>
            ))}
            <ul className="ruled">
              {claims.map((claim) => (
                <li key={claim.id}>
                  <strong>{claim.value}</strong> {claim.label}{' '}
                  <span className="text-stone">({claim.page})</span>
                  <br />
                  <span className="text-sm text-stone">
                    {claim.source ?? 'Nobody has said where it comes from'}
                    {claim.as_of && `, as of ${formatDate(claim.as_of)}`}
                  </span>
                </li>
              ))}
            </ul>
            {can('content.write') && (
              <p>
                <Link to={`${paths.adminContent}?of=impact_figures`}>Change figures in a draft</Link>
              </p>
            )}
          </div>
        )}
      </QueryState>
    </Panel>
  )
}
