CREATE TABLE "assignment_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "assignment_batches_source_known" CHECK ("assignment_batches"."source" in ('by_hand', 'list', 'automatic'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "review_limit" integer;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "assignment_batches" ADD CONSTRAINT "assignment_batches_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignment_batches_made" ON "assignment_batches" USING btree ("made_at","id");--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_batch_id_assignment_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."assignment_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignments_batch" ON "assignments" USING btree ("batch_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_review_limit" CHECK ("users"."review_limit" >= 0);--> statement-breakpoint
-- As before, without the batch: it says nothing that the assignment does not.
DROP TRIGGER assignments_activity ON assignments;
--> statement-breakpoint
CREATE TRIGGER assignments_activity AFTER INSERT OR UPDATE OR DELETE ON assignments FOR EACH ROW
  EXECUTE FUNCTION note_activity('assignment', 'submission_id', 'reviewer_id', 'id,submission_id,reviewer_id,batch_id,assigned_by,assigned_at,ended_at', '');
