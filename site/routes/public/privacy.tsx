/** /privacy : what we keep, why, and what a person may ask of us. */
import type { PublishedText } from '#domain/content.ts'
import { newsletterConfirmDays } from '#domain/newsletter.ts'
import { keptFor, linksGoodFor } from '#domain/retention.ts'
import { linkMoreStyles } from '#site/layouts/more-styles.ts'
import { readContent } from '#site/page-content.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import type { PageHandle } from '#site/root.tsx'
import { TickList } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { OpenLedger } from '#site/ui/scenes/open-ledger.tsx'
import type { Route } from './+types/privacy'

export const handle: PageHandle = { styles: 'more' }

export const links = linkMoreStyles

export function loader({ context }: Route.LoaderArgs) {
  return { published: readContent(context).legal.privacy }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Privacy',
    description: 'What personal data we keep, why we keep it, who sees it, and what you may ask of us.',
  })
}

export default function Privacy({ loaderData: { published } }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        eyebrow="Company Info"
        title="Privacy"
        lead="What we keep about you, why, who sees it, and what you may ask of us under the Nigeria Data Protection Act."
        scene={<OpenLedger />}
      />
      <div className="wrap section">
        <div className="prose">
          {published ? <PublishedNotice text={published} /> : <BuiltInNotice />}
          <div className="actions">
            <ButtonLink to={paths.contact}>Contact us</ButtonLink>
            <ButtonLink to={paths.terms} variant="outline">
              Terms and Conditions
            </ButtonLink>
          </div>
        </div>
      </div>
    </>
  )
}

/** What staff have published, in place of what the site brings. */
function PublishedNotice({ text }: { text: PublishedText }) {
  return (
    <>
      {text.sections.map(({ title, paragraphs }) => (
        <section key={title} className="prose">
          <h2>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <p>Version {text.version}</p>
    </>
  )
}

function BuiltInNotice() {
  return (
    <>
      <h2>What we keep</h2>
      <TickList
        lines={[
          'Your account: name, e-mail address, and a phone number if you give one. Your password is kept only as a hash that we cannot turn back.',
          'Your orders: what you asked for, for whom, where to, and what we decided.',
          'Your messages and applications: what you wrote, how to answer you, and for a position your CV, in a store that only the people who choose can open.',
          'Your address for the newsletter, from the day you ask for it. Letters come only once you have confirmed it by mail, until you leave with one click.',
          'A record of what was done to an order or a registration, by whom and when.',
        ]}
      />
      <h2>Why, and by what right</h2>
      <p>
        The Nigeria Data Protection Act 2023 asks for a lawful basis (section 25). These are ours; we do not
        sell personal data, and this site carries no advertising and no tracking by others.
      </p>
      <TickList
        lines={[
          'Your account, orders, registrations and applications: to carry out what you ask of us, or to take the steps before a contract.',
          'Records of orders, payments and decisions: because company and tax law make us keep them.',
          'Identity numbers, account numbers, birth dates and photos: your consent, given in the form, which you may withdraw. The numbers and dates are encrypted one by one.',
          'The newsletter: your consent, confirmed by mail. One click ends it.',
          'Protection against abuse, such as limits and a record of sign-ins: our legitimate interest in a safe site.',
          'Trainees under 18: the consent of a parent or guardian (section 31).',
        ]}
      />
      <h2>How long</h2>
      <TickList
        lines={[
          `Orders: what was bought and paid, at least the six years for which company law makes us keep it. Of whoever orders without an account, the name, phone, e-mail, address and messages leave the order ${keptFor.guest_contacts} after it is over; an invoice or a receipt keeps what tax law asks for.`,
          `Registrations and applications for a partnership: approved ones ${keptFor.approved_registrations} from the last change, those that nobody decided on ${keptFor.pending_registrations}, declined ones ${keptFor.declined_registrations} from the decision.`,
          `Identity numbers of investors (NIN): until the decision, ${keptFor.national_identity_numbers === '0 days' ? 'not a day longer' : `and ${keptFor.national_identity_numbers} longer`}.`,
          `Half-filled forms: ${keptFor.registration_drafts}. Photos that belong to no registration: ${keptFor.unattached_photos}.`,
          `The record of attempts to register: ${keptFor.audit_events}. The ledger of who looked at your private data: ${keptFor.vault_reveals}. The record of what staff changed: ${keptFor.audit_trail}.`,
          `What you agreed to: ${keptFor.consents}. What was decided: ${keptFor.decision_events}. Both at least as long as what they belong to.`,
          'Messages and job applications: until they are answered or decided, and then until you ask us to delete them.',
          `The newsletter: your address goes ${keptFor.ended_subscriptions} after you leave, or ${keptFor.unconfirmed_subscriptions} after you asked and did not confirm. That somebody agreed and left stays among what was agreed to, without the address.`,
          'Your account: until you delete it. Abandoned sessions: 90 days.',
          `Links and codes in our mails: an hour for signing in, ${newsletterConfirmDays} days for confirming the newsletter. A link that follows an application without an account: ${linksGoodFor['private.tracking_links']}; one that follows an order: ${linksGoodFor['private.order_links']}.`,
        ]}
      />
      <h2>Who sees it</h2>
      <p>
        The people here whose work needs it, and nobody else. The database itself refuses everybody who has no
        right to a row.
      </p>
      <h2>On your device</h2>
      <p>
        When you sign in, your browser keeps your session, so that you stay signed in. What you type into a
        form may be kept in your browser until you send it. Signing out removes both.
      </p>
      <h2>What you may ask</h2>
      <p>
        To see what we keep about you and to take it with you, to have it corrected, to have it deleted where
        no law makes us keep it, to withdraw a consent, and to object (sections 34 to 38 of the Act). Members
        do most of it themselves under Privacy in their account. You may also complain to the Nigeria Data
        Protection Commission.
      </p>
    </>
  )
}
