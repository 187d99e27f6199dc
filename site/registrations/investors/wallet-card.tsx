/** The company's SIDRA wallet: its address as staff have approved it, a copy button, and what to beware of. */
import { useState } from 'react'
import type { CryptoWallet } from '#domain/company/content.ts'
import { formatDateInWords } from '#domain/dates.ts'
import type { WalletWords } from '#domain/registrations/wallet-words.ts'
import { paths } from '#site/paths.ts'
import { TickList } from '#site/ui/blocks.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

const addressId = 'wallet-address'

interface WalletCardProps {
  /** They come with the page, and not with its script. */
  words: WalletWords
  /** Null: not available. */
  wallet: CryptoWallet | null
  /** Under which the operator may take crypto assets. */
  licenceReference: string
}

export function WalletCard({ words, wallet, licenceReference }: WalletCardProps) {
  const [isCopied, setIsCopied] = useState(false)

  async function copy(address: string) {
    try {
      await navigator.clipboard.writeText(address)
      setIsCopied(true)
      toast.success(words.copied.title, words.copied.text)
    } catch {
      selectAddress()
      toast.error(words.notCopied.title, words.notCopied.text)
    }
  }

  return (
    <Panel title={words.title} className="wallet">
      <p id={addressId} className="code wallet-address">
        {wallet?.address ?? words.missing}
      </p>
      {wallet && (
        <p className="field-help">
          {words.lastChanged} <time dateTime={wallet.changedAt}>{formatDateInWords(wallet.changedAt)}</time>
        </p>
      )}
      <div className="actions">
        <Button
          size="sm"
          disabled={!wallet}
          aria-describedby={addressId}
          onClick={() => wallet && void copy(wallet.address)}
        >
          <Icon name={isCopied ? 'check' : 'copy'} /> {words.copyLabel}
        </Button>
        {!wallet && (
          <ButtonLink size="sm" variant="outline" to={paths.contact}>
            {words.contactLabel}
          </ButtonLink>
        )}
      </div>
      <Notice kind="warn">
        <strong>{words.sidraOnly.title}</strong> {words.sidraOnly.text}
      </Notice>
      <h3>{words.risks.title}</h3>
      <TickList lines={words.risks.lines} />
      <p className="field-help">
        {words.licence} {licenceReference}
      </p>
    </Panel>
  )
}

/** In place of the card until the operator may take crypto assets (ISA 2025). */
export function WalletClosed({ words }: Pick<WalletCardProps, 'words'>) {
  return (
    <Panel title={words.title} className="wallet">
      <p>{words.closed.text}</p>
      <Notice kind="warn">{words.closed.warning}</Notice>
      <div className="actions">
        <ButtonLink size="sm" variant="outline" to={paths.contact}>
          {words.contactLabel}
        </ButtonLink>
      </div>
    </Panel>
  )
}

function selectAddress() {
  const address = document.getElementById(addressId)
  if (address) window.getSelection()?.selectAllChildren(address)
}
