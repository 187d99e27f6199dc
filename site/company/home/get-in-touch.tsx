/** "Get in Touch": the chat app when the company has a number there, the contact page in any case. */
import { chatUrl, useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { Callout } from '#site/ui/blocks.tsx'
import { ButtonAnchor, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'

const firstMessage = 'Hello, I am writing from your website. I would like to know more about your services.'

export function GetInTouch({ title, text }: { title: string; text: string }) {
  const { chatNumber } = useCompany()
  return (
    <section className="section" id="get-in-touch">
      <div className="wrap">
        <Callout
          title={title}
          text={text}
          actions={
            <>
              {chatNumber && (
                <ButtonAnchor href={chatUrl(chatNumber, firstMessage)} target="_blank" rel="noopener">
                  <Icon name="chat" /> Chat with us
                </ButtonAnchor>
              )}
              <ButtonLink to={paths.contact} variant={chatNumber ? 'outline' : 'primary'}>
                Contact us
              </ButtonLink>
            </>
          }
        />
      </div>
    </section>
  )
}
