// The rows of private.mail_templates: each template of server/mail/ with its policy, and what it is called.
import { mailNames } from '../../domain/mail-names.ts'
import { messages, smsPolicies } from '../../server/mail/sms.ts'
import { plainPolicy } from '../../server/mail/template.ts'
import { templates } from '../../server/mail/templates.ts'
import { type GeneratedFile, quoteValue } from './sql.ts'

export function writeMailTemplates(): GeneratedFile {
  const names = [...new Set([...Object.keys(templates), ...Object.keys(messages)])].sort()
  const rows = names.map((name) => {
    const policy = isName(templates, name) ? templates[name].policy : { ...plainPolicy, ...smsPolicies[name] }
    const channels = [
      ...(isName(templates, name) ? ['email'] : []),
      ...(isName(messages, name) ? ['sms'] : []),
    ]
    const { about, purpose, limited, repeats, hasPaymentAccount, choice, waitsForUndo } = policy
    const values = [
      name,
      channels,
      about,
      purpose,
      limited,
      repeats,
      hasPaymentAccount,
      choice,
      waitsForUndo,
      nameOf(name),
    ]
    return `  (${values.map(quoteValue).join(', ')})`
  })
  return {
    path: 'supabase/reference/04_mail_templates.generated.sql',
    text: `-- Generated from server/mail/ by npm run generate.
insert into private.mail_templates
  (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name)
values
${rows.join(',\n')};
`,
  }
}

function nameOf(template: string): string {
  if (!isName(mailNames, template)) throw new Error(`${template} has no name in domain/mail-names.ts`)
  return mailNames[template]
}

function isName<T extends object>(list: T, name: string): name is keyof T & string {
  return Object.hasOwn(list, name)
}
