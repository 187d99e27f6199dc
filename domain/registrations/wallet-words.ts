/** Beside the crypto investor's form: the company's wallet, or that there is none yet. */

export const walletWords = {
  title: 'Our SIDRA wallet',
  missing: 'Not available at the moment. Please contact us.',
  lastChanged: 'Last changed:',
  copyLabel: 'Copy address',
  contactLabel: 'Contact us',
  copied: {
    title: 'Wallet address copied',
    text: 'Compare its first and last letters after you paste it.',
  },
  notCopied: { title: 'The address could not be copied', text: 'It is selected now: copy it by hand.' },
  sidraOnly: {
    title: 'Send only SIDRA assets to this address.',
    text: 'Anything else that is sent there is lost.',
  },
  risks: {
    title: 'Know the risk',
    lines: [
      'Crypto assets can lose all of their value. Send only what you can afford to lose.',
      'A transfer cannot be called back, by you or by us.',
      'We never send a wallet address by chat, phone or email. This page is the only place.',
    ],
  },
  licence: 'Licence reference:',
  closed: {
    text: 'We do not take SIDRA transfers yet. You can register now, so that your answers are checked by then; we write to you before any transfer.',
    warning: 'Send nothing to an address that somebody gives you in our name.',
  },
} as const

export type WalletWords = typeof walletWords
