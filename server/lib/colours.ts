// The colours of mails and documents, which no style sheet reaches.

/** The art direction's colours; rule is its ledger line. */
export const colour = {
  ink: '#16241C',
  paper: '#FBF8F1',
  sand: '#F1EADB',
  stone: '#5B665F',
  leaf: '#1E5B3A',
  forest: '#123A26',
  millet: '#E0A526',
  clay: '#A83F22',
  indigo: '#27386B',
  rule: '#DCD2BD',
}
