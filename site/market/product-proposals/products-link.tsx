/** The way to one's own products, for those who have registered as a farmer. */
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { useAuth } from '#site/lib/auth-state.ts'
import { paths } from '#site/paths.ts'
import { myFarmsQuery } from './proposals-data.ts'

export function ProductsLink() {
  const { userId = '' } = useAuth()
  const { data } = useQuery(myFarmsQuery(userId))
  if (!data || data.length === 0) return null
  return (
    <li>
      <NavLink to={paths.accountProducts}>My products</NavLink>
    </li>
  )
}
