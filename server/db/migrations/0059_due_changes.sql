CREATE TABLE "batch_due_changes" (
	"batch_id" uuid NOT NULL,
	"assignment_id" uuid NOT NULL,
	"before" timestamp (3) with time zone,
	"after" timestamp (3) with time zone,
	CONSTRAINT "batch_due_changes_batch_id_assignment_id_pk" PRIMARY KEY("batch_id","assignment_id")
);
--> statement-breakpoint
ALTER TABLE "batch_due_changes" ADD CONSTRAINT "batch_due_changes_batch_id_assignment_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."assignment_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_due_changes" ADD CONSTRAINT "batch_due_changes_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_due_changes_assignment" ON "batch_due_changes" USING btree ("assignment_id");