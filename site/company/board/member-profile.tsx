/** One board member or investor: what they do, in their own words, and the ways to reach them that they agreed to. */
import { Link } from 'react-router'
import { type BoardEntry, readSocialLink } from '#domain/company/board.ts'
import { dialUrl } from '#site/page-company.ts'
import { boardMemberPath, paths } from '#site/paths.ts'
import { ButtonAnchor, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { BoardBadges } from './board-badges.tsx'
import { Portrait } from './portrait.tsx'

interface MemberProfileProps {
  member: BoardEntry
  others: readonly Pick<BoardEntry, 'id' | 'name' | 'position'>[]
}

export function MemberProfile({ member, others }: MemberProfileProps) {
  return (
    <article className="wrap section profile">
      <Portrait member={member} />
      <div className="profile-body">
        <BoardBadges types={member.types} isDemo={member.isDemo} />
        <h1>{member.name}</h1>
        <p className="lead">{member.position}</p>
        <div className="prose">
          {member.bio.split(/\n+/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <ContactLinks member={member} />
        {others.length > 0 && (
          <nav aria-label="Others" className="others">
            <h2>Others who answer for the company</h2>
            <ul>
              {others.map(({ id, name, position }) => (
                <li key={id}>
                  <Link to={boardMemberPath(id)}>{name}</Link>, {position}
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="actions">
          <ButtonLink to={paths.board} variant="outline">
            <Icon name="left" /> Back to Board
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}

function ContactLinks({ member: { name, socialMedia } }: { member: BoardEntry }) {
  const { email, phone } = socialMedia
  const sites = [
    ['LinkedIn', readSocialLink(socialMedia.linkedin)],
    ['Twitter', readSocialLink(socialMedia.twitter)],
  ] as const
  if (!email && !phone && !sites.some(([, url]) => url)) return null
  return (
    <ul className="actions" aria-label={`Ways to reach ${name}`}>
      {email && (
        <li>
          <ButtonAnchor href={`mailto:${email}`} variant="outline" size="sm">
            <Icon name="mail" /> {email}
          </ButtonAnchor>
        </li>
      )}
      {phone && (
        <li>
          <ButtonAnchor href={dialUrl(phone)} variant="outline" size="sm">
            <Icon name="phone" /> {phone}
          </ButtonAnchor>
        </li>
      )}
      {sites.map(
        ([site, url]) =>
          url && (
            <li key={site}>
              <ButtonAnchor href={url} rel="noopener" variant="outline" size="sm">
                {site}
              </ButtonAnchor>
            </li>
          ),
      )}
    </ul>
  )
}
