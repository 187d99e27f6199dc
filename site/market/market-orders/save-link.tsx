/** To a guest without email, where the order is to be paid: the link on the screen is the only way back to it. */
import { asName, useCompany } from '#site/page-company.ts'
import { Notice } from '#site/ui/panel.tsx'
import { WhatsAppLink } from '#site/ui/whatsapp-link.tsx'
import { CopyLink } from './copy-value.tsx'

export function SaveLink({ code, path }: { code: string; path: string }) {
  const { companyName } = useCompany()
  const address = new URL(path, window.location.origin).href
  return (
    <Notice kind="warn">
      <div className="grid grid-cols-1 gap-3">
        <p>
          <strong>Keep this link: it is your way back to the order.</strong> We have no email address of yours
          to send it to. Anyone who has it sees the order, so send it to yourself alone.
        </p>
        <div className="flex flex-wrap gap-3">
          <WhatsAppLink
            variant="primary"
            text={`My order ${code} at ${asName(companyName)}. Pay and follow it: ${address}`}
          />
          <CopyLink address={address} />
        </div>
      </div>
    </Notice>
  )
}
