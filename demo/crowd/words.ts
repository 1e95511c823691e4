const listed = (words: string) => words.trim().split(/,\s+/)

/** What the crowd's people are called, where they work, and what they write about. */

export const firstNames = listed(`
  Aisha, Alejandro, Amara, Anja, Arjun, Astrid, Beatriz, Björn, Camille, Chidi, Chiara, Dmitri, Elif,
  Emeka, Erik, Fatima, Felix, Giulia, Hana, Hiroshi, Ingrid, Isabel, Ivan, Jana, Jonas, João, Katarina,
  Kofi, Lars, Leila, Lucía, Magda, Marek, Mei, Mehmet, Nadia, Ngozi, Nils, Olga, Pablo, Petra, Priya,
  Rafael, Ravi, Sana, Sofia, Stefan, Tomás, Ulrike, Viktor, Wei, Xin, Yara, Yusuf, Zuzana`)
export const lastNames = listed(`
  Abe, Adeyemi, Andersson, Bauer, Becker, Bianchi, Chen, Costa, Demir, Dubois, Eriksen, Farkas,
  Ferrari, García, Haddad, Hansen, Horvat, Ibrahim, Ivanova, Jansen, Kaya, Keller, Kim, Kowalska,
  Kumar, Larsen, Lefebvre, Li, López, Mensah, Meyer, Moreau, Müller, Nagy, Nakamura, Nguyen, Nielsen,
  Novotný, Okoro, Oliveira, Park, Patel, Petrov, Popescu, Ramos, Rossi, Sato, Schmidt, Silva, Singh,
  Suzuki, Takahashi, Tran, Vargas, Virtanen, Wagner, Wang, Weber, Yılmaz, Zhang`)
export const towns = listed(`
  Aarhus, Accra, Basel, Bergen, Bologna, Brno, Cusco, Delft, Dresden, Enugu, Fukuoka, Gdańsk, Ghent,
  Graz, Hanoi, Izmir, Jaipur, Kraków, Lagos, Lausanne, Leeds, León, Lund, Lyon, Medellín, Nantes, Oulu,
  Porto, Pune, Rabat, Recife, Sapporo, Split, Taipei, Tartu, Toledo, Turku, Uppsala, Wuhan, Zagreb`)
export const institutes = [
  'University of',
  'Polytechnic of',
  'Research Centre',
  'Institute of Technology',
] as const

export const doings = listed(`
  Assessment, Calibration, Fatigue, Inspection, Life-cycle cost, Monitoring, Optimisation, Reliability,
  Retrofit, Seismic response, Strengthening, Vibration`)
/** What it is about, with the topics of the conference that it belongs to. */
export const subjects = [
  ['movable bridges', ['Bridges', 'Monitoring']],
  ['cable-stayed footbridges', ['Bridges']],
  ['masonry arches', ['Bridges', 'Materials']],
  ['orthotropic decks', ['Bridges', 'Materials']],
  ['immersed tunnels', ['Tunnels', 'Geotechnics']],
  ['rock caverns', ['Tunnels', 'Geotechnics']],
  ['metro stations', ['Tunnels', 'Fire']],
  ['retaining walls', ['Geotechnics']],
  ['offshore piles', ['Geotechnics', 'Monitoring']],
  ['quay walls', ['Geotechnics', 'Materials']],
  ['timber towers', ['Materials', 'Fire']],
  ['steel frames', ['Materials', 'Fire']],
  ['glass façades', ['Materials']],
  ['concrete shells', ['Materials', 'Monitoring']],
  ['hospital floors', ['Fire', 'Monitoring']],
  ['storage tanks', ['Fire', 'Materials']],
] as const
export const means = listed(`
  after floods, by Bayesian updating, by drones, in cold climates, in service, under climate change,
  with digital twins, with fibre optics, with field data, with recycled aggregates`)

export const remarks = {
  abstractChange: 'Please name the structures that were measured, and say what is new.',
  abstractDecline: 'The contribution lies outside the topics of the conference.',
  accept: ['', 'A welcome contribution.', 'Please keep the field data in the paper.'],
  paperChange: [
    'The comparison with earlier measurements is missing; section 4 needs error bars.',
    'The model is plausible, but its calibration has to be described.',
    'Please shorten the introduction and extend the discussion.',
  ],
  paperDecline: [
    'The data do not support the conclusion.',
    'The method was published before, and the new case adds little.',
  ],
  paperApprove: ['A careful and useful paper.', 'Clear, complete, and well illustrated.', ''],
  withdraw: 'The measurements have to be repeated.',
  conflict: 'We have written a proposal together.',
  busy: 'I am in the field until June.',
} as const
