/** What the demo's own reviewers published, as they pasted it. */
export const publications: Readonly<Record<string, string>> = {
  maria: `@article{a, title = {Scour at bridge piers after floods},
  abstract = {River piers lose their footing by scour. Drones and sonar map the scour hole; monitoring warns in time.}}
@article{b, title = {Digital twins of bascule bridges},
  abstract = {A twin of a movable bridge follows its opening cycles and the wear of trunnion bearings.}}`,
  rita: `@article{a, title = {Squeezing ground in deep tunnels},
  abstract = {Convergence of tunnels in squeezing ground is measured in six cases; yielding support takes it up.}}
@inproceedings{b, title = {Fibre-optic strain sensing in tunnel linings},
  abstract = {Distributed fibre-optic sensing finds cracks in ageing tunnel linings.}}`,
  omar: `@article{a, title = {Reliability of reused structural steel},
  abstract = {Second-hand steel is graded by hardness and by its history; partial factors follow from reliability.}}
@article{b, title = {Self-healing mortars with bacteria},
  abstract = {Mortars close their cracks through freeze-thaw cycles. Timber floors under fire are compared.}}`,
}
