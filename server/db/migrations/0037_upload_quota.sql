ALTER TABLE "files" ADD COLUMN "uploaded_by" uuid;--> statement-breakpoint
CREATE INDEX "files_uploaded_by" ON "files" USING btree ("uploaded_by") WHERE uploaded_by is not null;