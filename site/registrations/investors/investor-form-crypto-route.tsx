/** /investor-form/crypto */
import { walletWords } from '#domain/registrations/wallet-words.ts'
import { offerNumber } from '#site/account/profiles/offer-number.tsx'
import { loadRegistrationForm, readContent } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import type { Route } from './+types/investor-form-crypto-route'
import { cryptoInvestorForm } from './crypto-investor-form.ts'
import { InvestorFormPage } from './investor-form-page.tsx'
import { WalletCard, WalletClosed } from './wallet-card.tsx'

export const handle: PageHandle = { hydrate: 'soon', styles: 'form' }

export const links = () => linkSheet('form')

/** The switch of decision 72: without a licence reference nothing about the wallet is even sent to the page. */
export function loader({ context }: Route.LoaderArgs) {
  const { facts, wallet } = readContent(context)
  return {
    ...loadRegistrationForm('investor_crypto', context),
    walletWords,
    wallet: facts.cryptoLicenceReference ? { licenceReference: facts.cryptoLicenceReference, wallet } : null,
  }
}

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export default function InvestorFormCrypto({ loaderData }: Route.ComponentProps) {
  return (
    <InvestorFormPage
      offerNumber={offerNumber}
      definition={cryptoInvestorForm}
      head={loaderData.head}
      settings={loaderData.settings}
      guide={loaderData.guide}
      knownAs={{ name: 'fullName', email: 'email' }}
      beside={
        loaderData.wallet ? (
          <WalletCard words={loaderData.walletWords} {...loaderData.wallet} />
        ) : (
          <WalletClosed words={loaderData.walletWords} />
        )
      }
    />
  )
}
