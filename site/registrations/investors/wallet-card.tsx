/** The company's SIDRA wallet: its address as staff have approved it, a copy button, and what to beware of. */
import { useState } from 'react'
import type { CryptoWallet } from '#domain/company/content.ts'
import { formatDateInWords } from '#domain/dates.ts'
import { paths } from '#site/paths.ts'
import { TickList } from '#site/ui/blocks.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

const addressId = 'wallet-address'

const risks = [
  'Crypto assets can lose all of their value. Send only what you can afford to lose.',
  'A transfer cannot be called back, by you or by us.',
  'We never send a wallet address by chat, phone or e-mail. This page is the only place.',
]

interface WalletCardProps {
  /** Null: not available. */
  wallet: CryptoWallet | null
  /** Under which the operator may take crypto assets. */
  licenceReference: string
}

export function WalletCard({ wallet, licenceReference }: WalletCardProps) {
  const [isCopied, setIsCopied] = useState(false)

  async function copy(address: string) {
    try {
      await navigator.clipboard.writeText(address)
      setIsCopied(true)
      toast.success('Wallet address copied', 'Compare its first and last letters after you paste it.')
    } catch {
      selectAddress()
      toast.error('The address could not be copied', 'It is selected now: copy it by hand.')
    }
  }

  return (
    <Panel title="Our SIDRA wallet" className="wallet">
      <p id={addressId} className="code wallet-address">
        {wallet?.address ?? 'Not available at the moment. Please contact us.'}
      </p>
      {wallet && (
        <p className="field-help">
          Last changed: <time dateTime={wallet.changedAt}>{formatDateInWords(wallet.changedAt)}</time>
        </p>
      )}
      <div className="actions">
        <Button
          size="sm"
          disabled={!wallet}
          aria-describedby={addressId}
          onClick={() => wallet && void copy(wallet.address)}
        >
          <Icon name={isCopied ? 'check' : 'copy'} /> Copy address
        </Button>
        {!wallet && (
          <ButtonLink size="sm" variant="outline" to={paths.contact}>
            Contact us
          </ButtonLink>
        )}
      </div>
      <Notice kind="warn">
        <strong>Send only SIDRA assets to this address.</strong> Anything else that is sent there is lost.
      </Notice>
      <h3>Know the risk</h3>
      <TickList lines={risks} />
      <p className="field-help">Licence reference: {licenceReference}</p>
    </Panel>
  )
}

/** In place of the card until the operator may take crypto assets (ISA 2025). */
export function WalletClosed() {
  return (
    <Panel title="Our SIDRA wallet" className="wallet">
      <p>
        We do not take SIDRA transfers yet. You can register now, so that your answers are checked by then; we
        write to you before any transfer.
      </p>
      <Notice kind="warn">Send nothing to an address that somebody gives you in our name.</Notice>
      <div className="actions">
        <ButtonLink size="sm" variant="outline" to={paths.contact}>
          Contact us
        </ButtonLink>
      </div>
    </Panel>
  )
}

function selectAddress() {
  const address = document.getElementById(addressId)
  if (address) window.getSelection()?.selectAllChildren(address)
}
