/** /contact : where we are and how to reach us; what is not set is not shown. */
import { contactForm, contactGuide } from '#domain/company/contact-messages.ts'
import { PageBlocks } from '#site/company/page-blocks/page-blocks.tsx'
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { PublicForm } from '#site/lib/form/public-form.tsx'
import { chatUrl, dialUrl, useCompany } from '#site/page-company.ts'
import { readHead, readWords } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { LinkCells } from '#site/ui/blocks.tsx'
import { ButtonAnchor } from '#site/ui/button.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { NigeriaMap } from '#site/ui/scenes/nigeria-map.tsx'
import type { Route } from './+types/contact-route'

const firstMessage = 'Hello, I am writing from the contact page of your website.'

export const handle: PageHandle = { hydrate: 'form', styles: 'short' }

export const links = () => linkSheet('short')

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

/** Where the map has its pins: of offices elsewhere it would be wrong. */
const drawnOffices = ['Lagos', 'Nasarawa']

export function loader({ context }: Route.LoaderArgs) {
  const { links, ...words } = readWords(context, 'contact')
  return {
    head: readHead(context, 'contact'),
    ...words,
    cells: [
      { ...links.order, to: paths.order },
      { ...links.farm, to: paths.farmerRegistration },
      { ...links.partner, to: paths.franchisePartnership },
    ],
    // As the other words, it comes with the page and not with its script.
    guide: contactGuide,
    blocks: readPageBlocks(context, 'contact'),
  }
}

export default function Contact({ loaderData }: Route.ComponentProps) {
  const { hero, message, ways, cells, guide, blocks } = loaderData
  const { registration, offices, phones, email, chatNumber } = useCompany()
  const isDrawn = drawnOffices.every((drawn, index) => offices[index]?.place.startsWith(drawn))
  return (
    <>
      <PageHero
        {...hero}
        lead={`${offices.length === 2 ? 'Two offices, one set of records. ' : ''}${hero.lead}`}
        actions={
          <>
            {chatNumber && (
              <ButtonAnchor href={chatUrl(chatNumber, firstMessage)} target="_blank" rel="noopener">
                <Icon name="chat" /> Chat with us
              </ButtonAnchor>
            )}
            <ButtonAnchor href="#message" variant={chatNumber ? 'outline' : 'primary'}>
              Write a message
            </ButtonAnchor>
          </>
        }
        scene={isDrawn && <NigeriaMap />}
      />
      {(offices.length > 0 || phones.length > 0 || email || chatNumber || registration) && (
        <Section
          eyebrow={offices.length > 0 ? 'Offices' : 'By phone and mail'}
          title={offices.length > 0 ? 'Where we are' : 'How to reach us'}
        >
          {offices.length > 0 && (
            <dl className="figures offices">
              {offices.map(({ kind, place, street }) => (
                <div key={kind}>
                  <dt>
                    {kind}
                    {street && <span className="block">{street}</span>}
                  </dt>
                  <dd>{place}</dd>
                </div>
              ))}
            </dl>
          )}
          {registration && <p className="figure-note">{registration}</p>}
          {(phones.length > 0 || email || chatNumber) && (
            <div className="actions">
              {phones.map((phone) => (
                <ButtonAnchor key={phone} href={dialUrl(phone)} variant="outline">
                  <Icon name="phone" /> {phone}
                </ButtonAnchor>
              ))}
              {chatNumber && (
                <ButtonAnchor
                  href={chatUrl(chatNumber, firstMessage)}
                  target="_blank"
                  rel="noopener"
                  variant="outline"
                >
                  <Icon name="chat" /> WhatsApp {chatNumber.replaceAll(' ', '\u00a0')}
                </ButtonAnchor>
              )}
              {email && (
                <ButtonAnchor href={`mailto:${email}`} variant="outline">
                  <Icon name="mail" /> {email}
                </ButtonAnchor>
              )}
            </div>
          )}
        </Section>
      )}
      <PageBlocks blocks={blocks} />
      <Section id="message" {...message}>
        <GuidedForm guide={guide}>
          <PublicForm definition={contactForm} />
        </GuidedForm>
      </Section>
      <Section ground="forest" {...ways} className="quick">
        <LinkCells cells={cells} />
      </Section>
    </>
  )
}
